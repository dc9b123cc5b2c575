import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Every value a label may have. What is not among them is counted as `other`: no text from outside is ever one. */
export type LabelSets<Label extends string> = Readonly<Record<Label, readonly string[]>>;

/** Series that stand at 0 from the start, so that a first fault is seen as a rise; larger sets begin when used. */
const preparedSeries = 120;

export interface MetricsRegistry {
  counter<Label extends string>(
    name: string,
    help: string,
    labels: LabelSets<Label>,
  ): (values: Record<Label, string>, amount?: number) => void;
  /** `buckets` are upper bounds, in the unit the name ends with. */
  histogram(name: string, help: string, buckets: number[]): (value: number) => void;
  /** Asked for whenever somebody reads. */
  gauge(name: string, help: string, read: () => number): void;
  contentType: string;
  /** As Prometheus reads it. */
  print(): Promise<string>;
}

/** `watchesProcess`: memory, event loop and collections of garbage too, which costs a little all the time. */
export function createMetricsRegistry({ watchesProcess }: { watchesProcess: boolean }): MetricsRegistry {
  const registry = new Registry();
  const registers = [registry];
  if (watchesProcess) collectDefaultMetrics({ register: registry });

  return {
    counter<Label extends string>(name: string, help: string, labels: LabelSets<Label>) {
      const labelNames = Object.keys(labels) as Label[];
      const counter = new Counter({ name, help, labelNames, registers });
      const series = combinationsOf(labels);
      if (series.length <= preparedSeries)
        for (const values of series) counter.inc(values as Record<Label, string>, 0);
      return (values: Record<Label, string>, amount = 1) => {
        const sound = labelNames.map((label) => [label, soundValue(values[label], labels[label])]);
        counter.inc(Object.fromEntries(sound) as Record<Label, string>, amount);
      };
    },
    histogram(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers });
      return (value) => histogram.observe(value);
    },
    gauge(name, help, read) {
      new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(read());
        },
      });
    },
    contentType: registry.contentType,
    print: () => registry.metrics(),
  };
}

function soundValue(value: string, known: readonly string[]): string {
  return known.includes(value) ? value : 'other';
}

function combinationsOf<Label extends string>(labels: LabelSets<Label>): Record<string, string>[] {
  return (Object.entries(labels) as [Label, readonly string[]][]).reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
