import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), body]);
};

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);

/** A key and a certificate that nobody signed but itself (RFC 5280 section 4.1, version 1), made for one test run. */
export const selfSigned = (): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("localhost")));
  const name = sequence(der(0x31, commonName));
  const validity = sequence(der(0x17, Buffer.from("250101000000Z")), der(0x17, Buffer.from("490101000000Z")));
  const publicKeyInfo = publicKey.export({ type: "spki", format: "der" });
  const serial = der(0x02, Buffer.from([1]));
  const toBeSigned = sequence(serial, ecdsaWithSha256, name, validity, name, publicKeyInfo);
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  };
};
