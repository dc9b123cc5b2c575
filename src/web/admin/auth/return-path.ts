const defaultPath = '/admin/blog';

export function signInPath(path: string): string {
  return path === '/admin' || path === defaultPath
    ? '/admin/sign-in'
    : `/admin/sign-in?to=${encodeURIComponent(path)}`;
}

/** The path to open after sign-in. Only admin paths are allowed, which prevents open redirects. */
export function returnPath(to: string | null): string {
  if (to === null || !to.startsWith('/admin/')) return defaultPath;
  const url = URL.parse(to, 'http://base.invalid');
  if (url?.host !== 'base.invalid' || !url.pathname.startsWith('/admin/')) return defaultPath;
  return url.pathname + url.search;
}
