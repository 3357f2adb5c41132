import type { Untrusted } from "confirm-guard";
import type { EntryFields } from "./types.ts";

/** What reads each field. */
export type Readers = {
  readonly [Field in Exclude<keyof EntryFields, "categories" | "categoriesTotal">]: () => EntryFields[Field];
} & { readonly categories: () => { first: Untrusted[]; total: number } };

/**
 * A class, since its accessors stand on a prototype that is there once. V8 makes a new shape, in the memory for what
 * lives long, for each object literal with accessors: all that they close over would stay until the next full collection.
 */
export class LazyFields implements EntryFields {
  readonly #read: Readers;
  constructor(read: Readers) {
    this.#read = read;
  }
  get summary() {
    return this.#read.summary();
  }
  get location() {
    return this.#read.location();
  }
  get description() {
    return this.#read.description();
  }
  get descriptions() {
    return this.#read.descriptions();
  }
  get descriptionsTotal() {
    return this.#read.descriptionsTotal();
  }
  get url() {
    return this.#read.url();
  }
  get categories() {
    return this.#read.categories().first;
  }
  get categoriesTotal() {
    return this.#read.categories().total;
  }
  get status() {
    return this.#read.status();
  }
  get progress() {
    return this.#read.progress();
  }
  get transparent() {
    return this.#read.transparent();
  }
  get organiser() {
    return this.#read.organiser();
  }
  get attendees() {
    return this.#read.attendees();
  }
  get attendeesTotal() {
    return this.#read.attendeesTotal();
  }
  get ownReply() {
    return this.#read.ownReply();
  }
  get reminders() {
    return this.#read.reminders();
  }
  get remindersTotal() {
    return this.#read.remindersTotal();
  }
  get attachments() {
    return this.#read.attachments();
  }
  get attachmentsTotal() {
    return this.#read.attachmentsTotal();
  }
}
