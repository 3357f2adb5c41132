import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../src/api/public-address.ts";
import { publicUrl } from "../../src/api/public-url.ts";
import { MealieError } from "../../src/errors.ts";

const PUBLIC = "2000::7";

async function tried(text: string, addresses: readonly string[] = [PUBLIC]): Promise<string> {
  const asked: string[] = [];
  const lookup = async (host: string): Promise<readonly string[]> => {
    asked.push(host);
    return addresses;
  };
  const url = await publicUrl(text, { lookup, signal: new AbortController().signal }).catch(
    (error: unknown) => {
      if (error instanceof MealieError && error.code === "bad-input") return undefined;
      throw error;
    },
  );
  return url?.href ?? "refused";
}

describe("publicUrl", () => {
  it.each([
    ["https://example.org/soup?x=1#top", "https://example.org/soup?x=1"],
    ["http://example.org:8080/", "http://example.org:8080/"],
    ["https://EXAMPLE.org./", "https://example.org./"],
    ["https://bücher.example.org/", "https://xn--bcher-kva.example.org/"],
    ["http://11.0.0.1/", "http://11.0.0.1/"],
    ["http://[2000::7]/", "http://[2000::7]/"],
  ])("passes %s on", async (text, href) => {
    expect(await tried(text)).toBe(href);
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fc00::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:db8::1]/",
    "http://[ff02::1]/",
  ])("refuses the address %s", async (text) => {
    expect(await tried(text)).toBe("refused");
  });

  it.each([
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost/",
    "http://mealie-db/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://router.home.arpa/",
    "http://nas.lan/",
  ])("refuses the local name %s, whatever it resolves to", async (text) => {
    expect(await tried(text)).toBe("refused");
  });

  it.each([
    "ftp://example.org/",
    "file:///etc/hostname",
    "gopher://example.org/",
    "data:text/html,x",
    "example.org",
    "https://",
    "",
    `https://example.org/${"a".repeat(2_048)}`,
  ])("refuses %j", async (text) => {
    expect(await tried(text)).toBe("refused");
  });

  it.each(["https://ada@example.org/", "https://ada:secret@example.org/", "https://:secret@example.org/"])(
    "refuses the user name or password in %s",
    async (text) => {
      expect(await tried(text)).toBe("refused");
    },
  );

  it.each([
    { addresses: ["10.0.0.1"] },
    { addresses: [PUBLIC, "127.0.0.1"] },
    { addresses: ["::ffff:169.254.169.254"] },
    { addresses: ["fe80::1%eth0"] },
    { addresses: [] },
    { addresses: ["no address"] },
  ])("refuses a name that resolves to $addresses", async ({ addresses }) => {
    expect(await tried("https://example.org/", addresses)).toBe("refused");
  });

  it("says that a host was not found, without what the resolver says", async () => {
    const lookup = (): Promise<readonly string[]> => Promise.reject(new Error("ENOTFOUND example.org"));
    const refused = publicUrl("https://example.org/", { lookup, signal: new AbortController().signal });
    await expect(refused).rejects.toThrow(/could not be found/);
    await expect(refused).rejects.not.toThrow(/ENOTFOUND/);
  });

  it("stops waiting for a resolver when the call is over", async () => {
    const over = new AbortController();
    const lookup = (): Promise<readonly string[]> => new Promise(() => undefined);
    const waiting = publicUrl("https://example.org/", { lookup, signal: over.signal });
    over.abort(new Error("over"));
    await expect(waiting).rejects.toThrow("over");
  });
});

describe("isPublicAddress", () => {
  it.each(["11.0.0.1", "2000::7", "::ffff:11.0.0.1", "64:ff9b::11.0.0.1"])("takes %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(["", "example.org", "127.0.0.1:80", "1.2.3", "[::1]"])("takes %j for no address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
