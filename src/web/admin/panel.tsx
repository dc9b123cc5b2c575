import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

export function Panel({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="mt-8 p-5 sm:p-6">
      <h2 id={id} className="mb-4 text-xl font-bold">
        {heading}
      </h2>
      {children}
    </Card>
  );
}
