import { redirectTo } from './admin-answer.ts';

export const loader = () => redirectTo('/admin/blog');
