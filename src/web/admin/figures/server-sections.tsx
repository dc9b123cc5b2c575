import { downloadKinds, type ServerFigures } from '#figures/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import type { DownloadKind } from '#media/contract.ts';
import { formatError } from '../../error-messages.ts';
import { useTranslator } from '../../translator.tsx';
import { Panel } from '../admin-page.tsx';
import { formatMoney } from '../format-money.ts';
import { sectionPath } from '../settings/setting-fields.ts';
import { formatCount, sum } from './chart-data.ts';
import { CountTable } from './count-table.tsx';
import { DayChart } from './day-chart.tsx';
import { NumberTable } from './number-table.tsx';

const kindLabels = {
  video: 'filter.videos',
  image: 'filter.images',
  gif: 'admin.figures.kind_gif',
  audio: 'admin.figures.kind_audio',
  zip: 'admin.figures.kind_zip',
} as const satisfies Record<DownloadKind, MessageKey>;

export function ServerSections({
  downloads,
  extractions,
  outcomes,
  tokens,
  models,
  hasPrices,
}: ServerFigures & { hasPrices: boolean }) {
  const t = useTranslator();
  const downloadsLabel = t('admin.settings.claim_downloads');
  const readsLabel = t('admin.figures.reads');
  const tokensLabel = t('admin.spend.tokens');
  const failedLabel = t('admin.run.status.failed');
  return (
    <>
      <Panel heading={downloadsLabel}>
        <DayChart
          label={downloadsLabel}
          series={[{ label: downloadsLabel, tone: 'accent' }]}
          rows={downloads.map((row) => ({
            date: row.day,
            values: [sum(downloadKinds.map((kind) => row[kind]))],
          }))}
          columns={downloadKinds.map((kind) => t(kindLabels[kind]))}
          tableRows={downloads.map((row) => ({
            date: row.day,
            values: downloadKinds.map((kind) => row[kind]),
          }))}
        />
        {downloads.some((row) => downloadKinds.some((kind) => row[kind] > 0)) && (
          <div className="mt-4">
            <CountTable
              label={downloadsLabel}
              nameLabel={t('admin.figures.kind')}
              countLabel={t('admin.figures.count')}
              rows={downloadKinds.map((kind) => ({
                key: kind,
                name: t(kindLabels[kind]),
                count: sum(downloads.map((row) => row[kind])),
              }))}
            />
          </div>
        )}
      </Panel>
      <Panel heading={readsLabel}>
        <DayChart
          label={readsLabel}
          series={[
            { label: t('admin.figures.success'), tone: 'good' },
            { label: failedLabel, tone: 'accent' },
          ]}
          rows={extractions.map(({ day, ok, failed }) => ({ date: day, values: [ok, failed] }))}
        />
        {outcomes.length > 0 && (
          <div className="mt-4">
            <CountTable
              label={readsLabel}
              nameLabel={t('admin.figures.result')}
              countLabel={t('admin.figures.count')}
              rows={outcomes.map(({ code, count }) => ({
                key: code ?? 'ok',
                tone: code === null ? 'good' : 'accent',
                name:
                  code === null ? (
                    t('admin.figures.success')
                  ) : (
                    <>
                      <code>{code}</code>
                      <span className="block text-muted">{formatError(t, { code })}</span>
                    </>
                  ),
                count,
              }))}
            />
          </div>
        )}
      </Panel>
      <Panel heading={t('admin.figures.models')}>
        <DayChart
          label={tokensLabel}
          series={[
            { label: t('admin.figures.tokens_in'), tone: 'ink' },
            { label: t('admin.figures.tokens_out'), tone: 'accent' },
          ]}
          rows={tokens.map(({ day, tokensIn, tokensOut }) => ({ date: day, values: [tokensIn, tokensOut] }))}
        />
        {models.length > 0 && <ModelTable models={models} hasPrices={hasPrices} />}
        {models.length > 0 &&
          (hasPrices ? (
            <p className="mt-3 text-sm text-muted">{t('admin.figures.cost_hint')}</p>
          ) : (
            <a
              href={sectionPath('ai')}
              className="mt-3 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
            >
              {t('admin.figures.cost_missing')}
            </a>
          ))}
      </Panel>
    </>
  );
}

function ModelTable({ models, hasPrices }: { models: ServerFigures['models']; hasPrices: boolean }) {
  const t = useTranslator();
  return (
    <NumberTable
      caption={t('admin.figures.models')}
      columns={[
        t('admin.figures.model'),
        t('admin.figures.requests'),
        t('admin.run.status.failed'),
        t('admin.figures.tokens_in'),
        t('admin.figures.tokens_out'),
        ...(hasPrices ? [t('admin.figures.cost')] : []),
      ]}
      rows={models.map(({ model, isImage, calls, failed, tokensIn, tokensOut, cost }) => ({
        key: `${model} ${isImage}`,
        name: isImage ? `${model} (${t('filter.images')})` : model,
        cells: [
          ...[calls, failed, tokensIn, tokensOut].map((count) => formatCount(t.locale, count)),
          ...(hasPrices ? [cost ? formatMoney(cost, t.locale) : '–'] : []),
        ],
      }))}
      nameClass="min-w-36 wrap-anywhere"
      className="mt-4 overflow-x-auto"
    />
  );
}
