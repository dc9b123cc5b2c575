import { givenLinkFields } from '../contract.ts';

/** Addresses that bring a link along, in every language: a crawler that runs scripts would have each post read. */
const broughtLinks = givenLinkFields.flatMap((field) => [`/*?${field}=`, `/*&${field}=`]);

/**
 * What crawlers are asked to leave alone (RFC 9309). Nothing is allowed by name: what is not named is, and some readers
 * take the first rule that fits.
 * @param publicOrigin no trailing slash
 */
export function writeRobots(publicOrigin: string): string {
  const closed = [
    ...['/media/', '/functions/'],
    // A reading is counted there.
    '/api/blog/posts/*/views',
    ...broughtLinks,
  ];
  const rules = closed.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicOrigin}/sitemap.xml`, ''].join('\n');
}
