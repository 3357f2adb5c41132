const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** What a server answers to a query, written beforehand so that no time is lost in the process that measures. */
export function multistatus(home: string, texts: readonly string[]): string {
  const responses = texts.map(
    (text, index) =>
      `<D:response><D:href>${home}events/e${index}.ics</D:href><D:propstat><D:prop><D:getetag>"${index}"</D:getetag><C:calendar-data>${escaped(text)}</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
  );
  return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</D:multistatus>`;
}

/**
 * How many times longer than alone this process takes for its work, on a machine that is busy with other things: the
 * bounds below are for a machine that is not.
 */
export function slowness(): number {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  while (performance.now() - wall < 300) Math.sqrt(performance.now());
  const { user, system } = process.cpuUsage(cpu);
  return Math.max(1, (performance.now() - wall) / ((user + system) / 1000));
}
