import { expect, it } from "vitest";
import { unprivilegedAccount } from "./unprivileged.ts";

const root = { username: "root", uid: 0 };

it("runs a server under an ordinary user's own account", () => {
  expect(unprivilegedAccount({ username: "ada", uid: 1000 })).toEqual({ name: "ada" });
});

it("runs a server that root starts under the account nobody", () => {
  const accounts = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/nonexistent:/usr/sbin/nologin\n";
  const expected = { name: "nobody", ids: { uid: 65534, gid: 65533 } };
  expect(unprivilegedAccount(root, () => accounts)).toEqual(expected);
});

it("runs nothing as root where there is no such account", () => {
  expect(() => unprivilegedAccount(root, () => "root:x:0:0::/root:/bin/sh\n")).toThrow("no account `nobody`");
});
