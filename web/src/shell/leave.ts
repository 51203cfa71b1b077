import { logout } from '../api/session.ts';
import { toast } from '../ui/feedback/toast.ts';

/** Logs out and says so; the guards lead to /login. */
export function leave(): void {
  logout();
  toast.success('Logged out successfully.');
}
