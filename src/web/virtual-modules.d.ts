declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:message-files' {
  /** Browser addresses of the messages, by locale and by kind of page. */
  export const messageFiles: Record<
    import('#i18n/locales.ts').Locale,
    Record<import('./page-words.ts').PageWords, string>
  >;
}
