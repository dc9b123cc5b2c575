declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:home-scripts' {
  /** URLs of `entry.home.tsx` and its static imports. Empty in development. */
  export const homeScripts: readonly string[];
}

declare module 'virtual:message-files' {
  export const messageFiles: Record<
    import('#i18n/locales.ts').Locale,
    Record<import('./rendering/client-messages.ts').MessageBundle, string>
  >;
}
