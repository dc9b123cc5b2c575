import { useTranslator } from '../translation.tsx';
import { roleLabels } from './account-messages.ts';

export function RoleOptions() {
  const t = useTranslator();
  return (['author', 'editor', 'owner'] as const).map((role) => (
    <option key={role} value={role}>
      {t(roleLabels[role])}
    </option>
  ));
}
