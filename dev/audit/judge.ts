/** A finding that is known and explained: why it does no harm here, and until when that was thought through (a date). */
export interface Accepted {
  advisory: string;
  reason: string;
  until: string;
}

export interface Verdict {
  /** A line for each finding that must be mended or explained. */
  open: string[];
  /** A line for each that is explained. */
  explained: string[];
  /** Explanations that no finding needs any more. */
  stale: string[];
}

interface Advisory {
  id: string;
  text: string;
}

/**
 * Judges what `npm audit --json` answered.
 *
 * @param now an explanation holds through its day, in UTC
 * @returns null where it is no list of findings: the registry did not answer
 */
export function judge(answer: unknown, accepted: Accepted[], now: Date): Verdict | null {
  const advisories = readAdvisories(answer);
  if (!advisories) return null;
  const today = now.toISOString().slice(0, 10);
  const holds = (id: string) => accepted.find(({ advisory, until }) => advisory === id && until >= today);
  const found = new Set(advisories.map(({ id }) => id));
  return {
    open: advisories.filter(({ id }) => !holds(id)).map(({ text }) => text),
    explained: advisories.flatMap(({ id, text }) => (holds(id) ? [`${text}: ${holds(id)!.reason}`] : [])),
    stale: accepted.filter(({ advisory }) => !found.has(advisory)).map(({ advisory }) => advisory),
  };
}

/** Each advisory once, however many packages it is about. */
function readAdvisories(answer: unknown): Advisory[] | null {
  const { vulnerabilities } = (answer ?? {}) as { vulnerabilities?: Record<string, { via: unknown[] }> };
  if (typeof vulnerabilities !== 'object') return null;
  const byId = new Map<string, Advisory>();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      // A package that is only in the way of another one names it by a string.
      if (typeof cause !== 'object' || cause === null) continue;
      const { url, name, title, severity, range } = cause as Record<string, string>;
      const id = url!.split('/').at(-1)!;
      byId.set(id, { id, text: `${id} (${severity}) ${name} ${range}: ${title}` });
    }
  }
  return [...byId.values()];
}
