declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:message-files' {
  export const messageFiles: Record<
    import('#i18n/locales.ts').Locale,
    Record<import('./rendering/client-messages.ts').MessageBundle, string>
  >;
}
