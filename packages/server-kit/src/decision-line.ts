import type { DecisionEvent } from "confirm-guard";

/** One decision as one line for stderr. It says what was decided about which tool, never with which arguments. */
export const decisionLine = (event: DecisionEvent): string => {
  const { at, server, tool, outcome, by, answeredInMs, era, client, questionId, fingerprint8 } = event;
  const details = Object.entries({ by, answeredInMs, era, client, question: questionId, act: fingerprint8 })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  return [`${at} ${server}: ${tool} ${outcome}`, ...details].join(" ");
};
