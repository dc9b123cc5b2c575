const start = '/admin/blog';

export function signInPath(path: string): string {
  return path === '/admin' || path === start
    ? '/admin/sign-in'
    : `/admin/sign-in?to=${encodeURIComponent(path)}`;
}

/** The path to open after sign-in. Only admin paths are allowed, which prevents open redirects. */
export function returnPath(to: string | null): string {
  if (to === null || !to.startsWith('/admin/')) return start;
  const url = URL.parse(to, 'http://own');
  if (url?.host !== 'own' || !url.pathname.startsWith('/admin/')) return start;
  return url.pathname + url.search;
}
