import { type ReactNode, useId } from 'react';

export function Card({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 rounded-3xl border border-line bg-surface p-5 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {heading}
      </h2>
      {children}
    </section>
  );
}
