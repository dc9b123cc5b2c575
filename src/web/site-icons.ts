import type { SiteIconVariant } from './services.ts';

const shippedIcons = {
  favicon: { href: '/favicon.svg', type: 'image/svg+xml' },
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  maskable: '/icon-maskable-512.png',
};

/** `icon`: a variant of a stored image, or null. */
export function getSiteIcons(icon: string | null): typeof shippedIcons {
  const id = icon?.split('/')[2];
  if (id === undefined) return shippedIcons;
  const toPath = (variant: SiteIconVariant) => `/site-icon/${id}/${variant}.png`;
  return {
    favicon: { href: toPath('192'), type: 'image/png' },
    touch: toPath('180'),
    small: toPath('192'),
    large: toPath('512'),
    maskable: toPath('maskable'),
  };
}
