import type { TokenCharge } from '#ai/text-contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { formatMoney } from '../../format-money.ts';

/** What an action was charged, in tokens and, if prices are set, in money. */
export function ChargeNote({ charge }: { charge: TokenCharge | null }) {
  const t = useTranslator();
  if (!charge) return null;
  const count = charge.tokensIn + charge.tokensOut;
  const used = charge.isEstimate ? t('admin.ai.used_most', { count }) : t('admin.ai.used', { count });
  const parts = [used, ...(charge.cost ? [formatMoney(charge.cost, t.locale)] : [])];
  return <p className="mt-2 text-sm text-muted tabular-nums">{parts.join(' · ')}</p>;
}
