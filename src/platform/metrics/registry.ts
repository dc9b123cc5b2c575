import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Allowed values of each label. Others count as `other`, so no external text becomes a label. */
export type MetricLabels<Label extends string> = Readonly<Record<Label, readonly string[]>>;

/** Up to this many series start at 0, so that their first increase is visible. */
const preparedSeries = 120;

export interface MetricsRegistry {
  counter<Label extends string>(
    name: string,
    help: string,
    labels: MetricLabels<Label>,
  ): (values: Record<Label, string>, amount?: number) => void;
  histogram(name: string, help: string, buckets: number[]): (value: number) => void;
  gauge(name: string, help: string, read: () => number): void;
  contentType: string;
  render(): Promise<string>;
}

export function createMetricsRegistry({
  collectsProcessMetrics,
}: {
  collectsProcessMetrics: boolean;
}): MetricsRegistry {
  const registry = new Registry();
  const registers = [registry];
  if (collectsProcessMetrics) collectDefaultMetrics({ register: registry });

  return {
    counter<Label extends string>(name: string, help: string, labels: MetricLabels<Label>) {
      const labelNames = Object.keys(labels) as Label[];
      const counter = new Counter({ name, help, labelNames, registers });
      const series = listCombinations(labels);
      if (series.length <= preparedSeries)
        for (const values of series) counter.inc(values as Record<Label, string>, 0);
      return (values: Record<Label, string>, amount = 1) => {
        const entries = labelNames.map((label) => [label, knownLabelValue(values[label], labels[label])]);
        counter.inc(Object.fromEntries(entries) as Record<Label, string>, amount);
      };
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers });
      return (value) => histogram.observe(value);
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}

function knownLabelValue(value: string, known: readonly string[]): string {
  return known.includes(value) ? value : 'other';
}

function listCombinations<Label extends string>(labels: MetricLabels<Label>): Record<string, string>[] {
  return (Object.entries(labels) as [Label, readonly string[]][]).reduce<Record<string, string>[]>(
    (series, [label, values]) =>
      series.flatMap((combination) => values.map((value) => ({ ...combination, [label]: value }))),
    [{}],
  );
}
