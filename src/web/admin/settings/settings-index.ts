import { redirectTo } from '../form-actions.ts';
import { sectionPath } from './setting-fields.ts';

export const loader = () => redirectTo(sectionPath('site'));
