import { redirectTo } from '../form-actions.ts';

export const loader = () => redirectTo('/admin/blog');
