import { type ComponentProps, createElement } from 'react';

type CardElement = 'article' | 'div' | 'form' | 'li' | 'p' | 'section';

export function Card<Element extends CardElement = 'div'>({
  as,
  className = '',
  ...props
}: ComponentProps<Element> & { as?: Element; className?: string }) {
  return createElement(as ?? 'div', {
    className: `rounded-3xl border border-line bg-surface ${className}`,
    ...props,
  });
}

export function SkeletonBar({ className }: { className: string }) {
  return <div className={`rounded-lg bg-sunken motion-safe:animate-pulse ${className}`} />;
}
