import { createBudget } from "server-kit";
import { describe, expect, it } from "vitest";
import { merge } from "../../src/api/merge.ts";
import { deleteItems } from "../../src/api/shopping-items.ts";
import { afterWrite, isGone, settled } from "../../src/api/settle.ts";
import { MealieError, refused } from "../../src/errors.ts";

const unknown = new MealieError("write-unknown", "It is not certain whether the change was made.");
const absent = new MealieError("not-found", "Mealie has nothing there.");
const fails = (error: unknown) => () => Promise.reject(error);
const gives =
  <Result>(result: Result) =>
  () =>
    Promise.resolve(result);

describe("a write whose answer does not tell what became of it", () => {
  it("was carried out when what it was to bring about is there", async () => {
    expect(await settled(fails(unknown), gives("made"))).toBe("made");
  });

  it("stays uncertain when that is not there", async () => {
    await expect(settled(fails(unknown), gives(undefined))).rejects.toBe(unknown);
  });

  it("stays uncertain when looking fails", async () => {
    await expect(settled(fails(unknown), fails(absent))).rejects.toBe(unknown);
  });

  it("is not looked at when it was refused", async () => {
    const refusal = refused("refused", "Mealie does not take these values.");
    await expect(settled(fails(refusal), gives("made"))).rejects.toBe(refusal);
  });

  it("is uncertain, and not refused, when only its answer cannot be read", () => {
    const read = () =>
      afterWrite(() => {
        throw new MealieError("not-mealie", "This lacks an id.");
      });
    expect(read).toThrow(expect.objectContaining({ code: "write-unknown" }));
  });
});

describe("what may be gone", () => {
  it("is gone when Mealie has nothing there", async () => {
    expect(await isGone(fails(absent))).toBe(true);
    expect(await isGone(gives({}))).toBeUndefined();
  });

  it("is not gone because Mealie cannot be reached", async () => {
    await expect(isGone(fails(new MealieError("unreachable", "No.")))).rejects.toThrow("No.");
  });
});

describe("a merge", () => {
  it("that fails inside Mealie is a merge when the first one is gone (M11)", async () => {
    await expect(merge(fails(unknown), fails(absent))).resolves.toBeUndefined();
  });

  it("that fails inside Mealie says that a shopping list may be the reason (M11)", async () => {
    await expect(merge(fails(unknown), gives({}))).rejects.toThrow(
      expect.objectContaining({
        code: "write-unknown",
        message: expect.stringContaining("shopping list") as string,
      }),
    );
  });
});

it("a deletion of items is not called done by a list of which some cannot be read", async () => {
  const LIST = "0b5c0a52-0f55-4b6a-8f6d-3a1f0a4b7c11";
  const ITEM = "0b5c0a52-0f55-4b6a-8f6d-3a1f0a4b7c12";
  const list = (listItems: unknown[]) => ({ id: LIST, name: "Market", recipeReferences: [], listItems });
  const deleting = (answer: unknown) =>
    deleteItems(
      { get: gives(answer), ask: fails(absent), write: fails(unknown) },
      { listId: LIST, ids: [ITEM] },
      { budget: createBudget() },
    );
  await expect(deleting(list([]))).resolves.toBeUndefined();
  await expect(deleting(list([{ id: ITEM, quantity: "much" }]))).rejects.toBe(unknown);
});
