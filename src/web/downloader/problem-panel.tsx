import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode, Ref } from 'react';
import { useTranslator } from '../translator.tsx';
import type { ExtractionProblem } from './downloader-state.ts';

export function ProblemPanel({
  problem,
  ref,
  level = 2,
}: {
  problem: ExtractionProblem;
  ref?: Ref<HTMLDivElement>;
  level?: 2 | 4;
}) {
  const t = useTranslator();
  const Heading = `h${level}` as const;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="mt-5 flex gap-4 rounded-2xl border-2 border-accent bg-tint p-5"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent" />
      <div className="min-w-0">
        <Heading className="text-lg font-semibold">{t('problem.title')}</Heading>
        <p className="mt-1">{problem.text}</p>
        {problem.advice && <p className="mt-1">{problem.advice}</p>}
        {problem.linksTo && (
          <ExternalLink href={problem.linksTo}>
            {t('post.links_to', { host: new URL(problem.linksTo).hostname.replace(/^www\./, '') })}
          </ExternalLink>
        )}
        {problem.postUrl && <ExternalLink href={problem.postUrl}>{t('post.open')}</ExternalLink>}
      </div>
    </div>
  );
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mt-2 wrap-anywhere">
      <a
        href={href}
        rel="noreferrer nofollow"
        className="font-semibold text-accent underline underline-offset-4"
      >
        {children}
      </a>
    </p>
  );
}
