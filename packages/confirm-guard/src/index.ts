export { untrusted, type Untrusted } from "./framing/untrusted.ts";
export { clean, type Cleaned, type CleanOptions, type CleanReport } from "./text/clean.ts";
export { quote, type QuoteOptions } from "./text/quote.ts";
