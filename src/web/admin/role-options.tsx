import { useTranslator } from '../translation.tsx';
import { roleNames } from './account-messages.ts';

/** The roles as choices, from the least to the most. */
export function RoleOptions() {
  const t = useTranslator();
  return (['author', 'editor', 'owner'] as const).map((role) => (
    <option key={role} value={role}>
      {t(roleNames[role])}
    </option>
  ));
}
