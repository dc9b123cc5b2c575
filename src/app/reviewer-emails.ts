import type { Accounts } from '#accounts/accounts.ts';
import { formatList } from '#i18n/formats.ts';
import { localeNames } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Settings } from '#settings/contract.ts';
import type { HeldTranslations } from '#translation/contract.ts';
import { postReviewPath } from '#web/paths.ts';
import type { Mailer } from './mailer.ts';

interface ReviewerEmailsDeps {
  settings: Pick<Settings, 'site'>;
  accounts: Pick<Accounts, 'listUsers' | 'can'>;
  mailer: Pick<Mailer, 'mail'>;
  publicOrigin: string;
}

/** Tells each reviewer which translations of a post wait for them, if there is a mail server. */
export function createReviewerEmails(deps: ReviewerEmailsDeps) {
  return async ({ postId, kind, title, locales }: HeldTranslations): Promise<void> => {
    const send = deps.mailer.mail();
    if (!send) return;
    const { languageRules: rules, siteName } = deps.settings.site();
    const byReviewer = Map.groupBy(locales, (locale) => rules[locale]?.heldFor);
    const link = deps.publicOrigin + postReviewPath(postId);
    const permission = kind === 'page' ? 'page.manage' : 'post.publish';
    for (const user of await deps.accounts.listUsers()) {
      const held = byReviewer.get(user.id);
      if (!held || !deps.accounts.can(user, permission)) continue;
      const { name, email, locale } = user;
      const t = serverTranslator(locale, siteName);
      const languages = formatList(
        locale,
        held.map((language) => localeNames[language]),
      );
      await send({
        to: { name, address: email },
        subject: t('admin.mail.held.subject', { title }),
        text: t('admin.mail.held.text', { name, title, languages, link }),
      });
    }
  };
}
