import { configureGlobal, readConfigureGlobal } from "fast-check";

/**
 * Makes a run of the tests repeatable: property tests draw the same cases every time, so that a change is never held
 * up by a case that it did not bring about. `FAST_CHECK_SEED=random` draws others, `FAST_CHECK_SEED=7` those of a seed
 * that a failure named. New cases are what `npm run fuzz` is for.
 */
const wanted = process.env.FAST_CHECK_SEED ?? "1";
if (wanted !== "random") {
  const seed = Number(wanted);
  if (!Number.isInteger(seed))
    throw new TypeError(`FAST_CHECK_SEED=${wanted} is neither "random" nor a number`);
  configureGlobal({ ...readConfigureGlobal(), seed });
}
