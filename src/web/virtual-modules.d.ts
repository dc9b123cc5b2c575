declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild;
  export = build;
}

declare module 'virtual:message-files' {
  /** Address of each language's messages in the browser build; empty in development. */
  export const messageFiles: Partial<Record<string, string>>;
}
