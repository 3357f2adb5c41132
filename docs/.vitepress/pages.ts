/** One page: what the sidebar calls it, and its file without `.md`; a folder stands for its index. */
export type Page = { text: string; page: string };

/** Some pages that belong together, as one part of the sidebar. */
export type Chapter = { title: string; pages: readonly Page[] };

/** Every page that is written or generated here. Those of the API reference are found in its folder. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: "Getting started",
    pages: [
      { text: "What this is", page: "/" },
      { text: "A calendar", page: "/start/calendar" },
      { text: "Recipes", page: "/start/recipes" },
      { text: "Set up your client", page: "/start/clients" },
    ],
  },
  {
    title: "Asking a person",
    pages: [
      { text: "What caldav-mcp asks", page: "/asking/caldav-mcp" },
      { text: "What mealie-mcp asks", page: "/asking/mealie-mcp" },
    ],
  },
  {
    title: "Security",
    pages: [
      { text: "Whom you trust", page: "/security/" },
      { text: "What a confirmation proves", page: "/security/confirmation" },
      { text: "Untrusted content", page: "/security/untrusted-content" },
      { text: "What a call may cost", page: "/security/cost" },
      { text: "What is absent on purpose", page: "/security/absent" },
    ],
  },
  {
    title: "Calendar providers",
    pages: [
      { text: "All providers", page: "/providers/" },
      { text: "Nextcloud", page: "/providers/nextcloud" },
      { text: "Radicale", page: "/providers/radicale" },
      { text: "iCloud", page: "/providers/icloud" },
      { text: "Fastmail", page: "/providers/fastmail" },
      { text: "mailbox.org", page: "/providers/mailbox-org" },
      { text: "Cyrus", page: "/providers/cyrus" },
      { text: "Xandikos", page: "/providers/xandikos" },
      { text: "SOGo", page: "/providers/sogo" },
      { text: "Baïkal", page: "/providers/baikal" },
      { text: "Synology", page: "/providers/synology" },
      { text: "Zimbra", page: "/providers/zimbra" },
      { text: "Google", page: "/providers/google" },
      { text: "How servers differ", page: "/calendar-servers" },
    ],
  },
  {
    title: "Troubleshooting",
    pages: [
      { text: "Calendars", page: "/troubleshooting/calendar" },
      { text: "Recipes", page: "/troubleshooting/recipes" },
      { text: "Questions and clients", page: "/troubleshooting/questions" },
      { text: "When no question appears", page: "/troubleshooting/no-question" },
    ],
  },
  {
    title: "The guard in your server",
    pages: [
      { text: "Adopt the guard", page: "/guard/adopt" },
      { text: "Several instances", page: "/guard/instances" },
      { text: "Behind a gateway", page: "/guard/gateway" },
      { text: "What a client gets to see", page: "/outcomes" },
    ],
  },
  {
    title: "Reference",
    pages: [
      { text: "Overview", page: "/reference/" },
      { text: "caldav-mcp: settings", page: "/reference/caldav-mcp-configuration" },
      { text: "caldav-mcp: tools", page: "/reference/caldav-mcp" },
      { text: "mealie-mcp: settings", page: "/reference/mealie-mcp-configuration" },
      { text: "mealie-mcp: tools", page: "/reference/mealie-mcp" },
    ],
  },
  {
    title: "The project",
    pages: [
      { text: "Architecture", page: "/architecture" },
      { text: "Performance", page: "/performance" },
      { text: "Dependencies", page: "/dependencies" },
      { text: "Cases", page: "/cases" },
      { text: "Contributing", page: "/contributing" },
      { text: "Releasing", page: "/releasing" },
    ],
  },
];

/** The Markdown file of a page, in `docs/`. */
export function fileOf(page: string): string {
  return `${page.slice(1)}${page.endsWith("/") ? "index" : ""}.md`;
}
