declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:message-files' {
  /** Address of each language's messages in the browser build; empty in development. */
  export const messageFiles: Partial<Record<string, string>>;
}

declare module 'virtual:admin-words/*' {
  /** The messages of one language that only the administration shows. */
  const words: Partial<import('#i18n/translate.ts').Messages>;
  export default words;
}
