import type { ComponentProps } from 'react';

/** The alternative text is empty, because the name is always beside it. */
export function AuthorImage({ className = '', ...image }: Omit<ComponentProps<'img'>, 'alt'>) {
  return (
    <img
      {...image}
      alt=""
      decoding="async"
      className={`shrink-0 rounded-full border border-line bg-sunken object-cover dark:brightness-90 ${className}`}
    />
  );
}
