/** Commands that are not run here, each with the reason. A row that no document needs fails the test. */
export const CANNOT_RUN: readonly { command: RegExp; reason: string }[] = [
  {
    command: /^npm start$/,
    reason: "builds what the other tests are running on; the tests of apps/demo play it, and so does .ci/run",
  },
  { command: /^npm test$/, reason: "is what runs this" },
  { command: /^npx --no -- vitest run /, reason: "is what runs this; what it names is looked at" },
  {
    command: /^npm run (?:setup|build|typecheck|lint|format|knip|docs|fuzz|bundles)\b/,
    reason: "builds or changes the checkout that the other tests run on; .ci/run runs it",
  },
  { command: /^npm run bench\b/, reason: "takes minutes; its parts have tests" },
  { command: /^\.ci\/run$/, reason: "runs all of this, and more" },
  {
    command: /^npm install \S+\/confirm-guard-0\.1\.0\.tgz @modelcontextprotocol\/server zod$/,
    reason: "fetches the SDK from a registry; apps/package-check has both beside the tarball",
  },
  {
    command: /^npm install --save-dev vitest @modelcontextprotocol\/client$/,
    reason: "fetches both from a registry; the example behind it is a test of confirm-guard",
  },
  { command: /^npx vitest run$/, reason: "runs the tests of the reader's own project" },
  {
    command: /^claude mcp add /,
    reason: "a client program, which is not here; the server that it is told to start is started",
  },
  { command: /^nano /, reason: "an editor, which waits for somebody" },
  { command: /^ssh /, reason: "another computer" },
];
