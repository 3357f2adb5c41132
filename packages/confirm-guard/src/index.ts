export { untrusted, type Untrusted } from "./framing/untrusted.ts";
export { quote, type QuoteOptions } from "./text/quote.ts";
