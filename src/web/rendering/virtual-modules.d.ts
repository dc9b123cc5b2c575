declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:page-scripts' {
  /** URLs of the page's entry and its static imports. In development, empty for a page with React or Preact, which uses the router then. */
  export const pageScripts: Record<
    'home' | 'contact' | 'editor' | 'admin-posts' | 'list' | 'post',
    readonly string[]
  >;
}

declare module 'virtual:message-files' {
  export const messageFiles: Record<
    import('#i18n/locales.ts').Locale,
    Record<import('./client-messages.ts').MessageBundle, string>
  >;
}
