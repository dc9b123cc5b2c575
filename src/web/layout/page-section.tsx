import type { ReactNode } from 'react';

export function PageSection({
  id,
  heading,
  lineClass,
  children,
}: {
  id?: string;
  heading: string;
  lineClass: 'turn-start' | 'turn-end';
  children: ReactNode;
}) {
  return (
    <section id={id} className={`turn ${lineClass} px-5 py-16 sm:px-12 sm:py-24`}>
      <h2 className="text-3xl leading-tight font-bold sm:text-4xl">{heading}</h2>
      {children}
    </section>
  );
}
