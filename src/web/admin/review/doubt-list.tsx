import type { MessageKey } from '#i18n/translator.ts';
import type { BlockAssessment, DoubtKind } from '#translation/assessment-contract.ts';
import { useTranslator } from '../../translator.tsx';

const kindLabels = {
  meaning: 'admin.review.doubt_meaning',
  omission: 'admin.review.doubt_omission',
  addition: 'admin.review.doubt_addition',
  terminology: 'admin.review.doubt_terminology',
  grammar: 'admin.review.doubt_grammar',
  tone: 'admin.review.doubt_tone',
  refusal: 'admin.review.doubt_refusal',
  language: 'admin.review.doubt_language',
} as const satisfies Record<DoubtKind, MessageKey>;

interface DoubtListProps {
  id: string;
  assessment: Pick<BlockAssessment, 'score' | 'doubts'>;
}

export function DoubtList({ id, assessment: { score, doubts } }: DoubtListProps) {
  const t = useTranslator();
  return (
    <ul id={id} className="flex flex-wrap gap-x-4 gap-y-1 font-semibold text-pretty">
      {[...new Set(doubts.map(({ kind }) => kind))].map((kind) => (
        <li key={kind}>{t(kindLabels[kind])}</li>
      ))}
      <li className="font-normal text-muted">
        {score === null ? t('admin.review.unread') : t('admin.review.block_score', { score })}
      </li>
    </ul>
  );
}
