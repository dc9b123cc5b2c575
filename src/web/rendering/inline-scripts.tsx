import { createContext, type ScriptHTMLAttributes, useContext } from 'react';

/** On the server, a random string that tells our inline scripts from those in content. Not sent. */
export const ScriptNonceContext = createContext<string | undefined>(undefined);

export interface InlineScriptProps extends Pick<ScriptHTMLAttributes<HTMLScriptElement>, 'type' | 'async'> {
  code: string;
}

/** The browser runs no other inline scripts, except those of React and React Router. */
export function InlineScript({ code, ...attributes }: InlineScriptProps) {
  const nonce = useContext(ScriptNonceContext);
  return (
    <script
      nonce={nonce}
      {...attributes}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code.
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}

/** Returns the code of the scripts that have the nonce, and the page without it. */
export function collectInlineScripts(page: string, nonce: string): { html: string; scripts: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const pattern = new RegExp(`<script${attribute}[^>]*>([\\s\\S]*?)</script>`, 'g');
  const scripts = [...page.matchAll(pattern)].map(([, code = '']) => code);
  return { html: page.replaceAll(attribute, ''), scripts };
}
