import type { ReactNode } from 'react';

/** One stretch of the page between two turns of the thread. */
export function PageSection({
  id,
  heading,
  turn,
  children,
}: {
  id?: string;
  heading: string;
  turn: 'turn-start' | 'turn-end';
  children: ReactNode;
}) {
  return (
    <section id={id} className={`turn ${turn} px-5 py-16 sm:px-12 sm:py-24`}>
      <h2 className="text-3xl leading-tight font-bold sm:text-4xl">{heading}</h2>
      {children}
    </section>
  );
}
