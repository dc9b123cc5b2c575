const start = '/admin/blog';

/** The sign-in page, which leads back to `path`. */
export function signInPath(path: string): string {
  return path === '/admin' || path === start
    ? '/admin/sign-in'
    : `/admin/sign-in?to=${encodeURIComponent(path)}`;
}

/** Where to go after signing in: a page of the administration, whatever the address says. */
export function returnPath(to: string | null): string {
  if (to === null || !to.startsWith('/admin/')) return start;
  const url = URL.parse(to, 'http://own');
  if (url?.host !== 'own' || !url.pathname.startsWith('/admin/')) return start;
  return url.pathname + url.search;
}
