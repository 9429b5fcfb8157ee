/** Prometheus's text format, as far as tests look at it. */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Exposition {
  samples: Sample[];
  /** Names that queries may use: of every metric, with the suffixes of histograms. */
  names: Set<string>;
  /** The sum of a metric's samples that have these labels; null when there is none. */
  sum(name: string, labels?: Record<string, string>): number | null;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

export async function scrape(...urls: string[]): Promise<Exposition> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return parseExposition(texts.join('\n'));
}

export function parseExposition(text: string): Exposition {
  const samples: Sample[] = [];
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    const [, metric, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (metric && type) {
      names.add(metric);
      if (type === 'histogram') for (const suffix of ['bucket', 'sum', 'count']) names.add(`${metric}_${suffix}`);
    }
    const [, name, labelText = '', value] = line.startsWith('#') ? [] : (SAMPLE.exec(line) ?? []);
    if (!name) continue;
    const labels = [...labelText.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key!, of!]);
    samples.push({ name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) });
  }
  return {
    samples,
    names,
    sum(name, labels = {}) {
      const found = samples.filter(
        (sample) => sample.name === name && Object.entries(labels).every(([key, of]) => sample.labels[key] === of),
      );
      return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
    },
  };
}
