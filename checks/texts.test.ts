import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSources, readSource } from './source-files.ts';

/**
 * Texts that people rely on word for word, by speaker; a text with a variable part counts up to that part. A test must
 * wait for each on a page or in an answer, because a text in the sources may never be shown.
 */
const TEXTS = {
  session: [
    'Welcome Back!',
    'Create Your Account',
    'Forgot Your Password?',
    'Username must be at least 3 characters long',
    'Password must be at least 6 characters long',
    'Passwords do not match',
    'Login failed',
    'Registration failed',
    'Login successful!',
    'Registration successful! Please login.',
    'Logged out successfully.',
    'Your session ended. Log in to go on.',
    'Pigeonpost cannot be reached. Trying again…',
  ],
  pairing: [
    'Log in to connect your agent.',
    'Connect only if an agent that you started yourself shows this code',
    'No agent shows this code. Check it, or start the agent again for a new one.',
  ],
  dashboard: [
    'Error fetching dashboard data',
    'Error fetching profile performance',
    'Select date range',
    'Date input not valid.',
    'View all',
    'Add Recipients',
    'All-Time Profile Performance',
    'Profile performance across all campaigns',
    'Search profiles...',
  ],
  log: ['LIVE', 'Waiting for logs...'],
  campaigns: [
    'No campaigns yet',
    'Please fill in all required fields',
    'Campaign name must not exceed 10 characters',
    'This profile is currently being used in a running campaign',
    'Failed to fetch campaigns',
    'Failed to fetch templates, profiles, and lists: ',
    'Failed to update campaign status',
    'Failed to create campaign',
    ' campaign: Profiles ',
    ' are already being used in running campaigns (',
    'Failed to delete campaign',
    'Failed to fetch campaign details',
    'Campaign not found',
    'Failed to fetch profile performance',
    'Failed to export campaign logs',
  ],
  profiles: [
    'Pending...',
    'Opening...',
    'Failed to fetch profiles',
    'No active profiles to open',
    'Failed to send profile opening request',
    'Failed to send profile closing request',
    'profile_already_processing',
    'Failed to open profile. Please check the console for details.',
    'Failed to fetch Firefox profiles',
    'Failed to update profile status',
    'Failed to save profile',
    'Failed to delete profile',
  ],
  templates: [
    'Failed to fetch templates',
    'Failed to select template',
    'Failed to save template',
    'Failed to delete template',
  ],
  lists: [
    'Failed to fetch lists',
    'Failed to save list',
    'Failed to delete list',
    'Failed to fetch list details',
    'List not found',
    'Failed to fetch recipients',
    'Failed to add recipient',
    'Please enter at least one recipient',
    'Failed to add recipients',
    'Failed to delete recipient',
    'Failed to delete some recipients',
    'Failed to update some recipients',
  ],
  firefoxProfiles: [
    'Firefox Detected',
    'Firefox Not Found',
    'No Firefox profiles found',
    'Create Your First Profile',
    'Are you sure you want to delete this Firefox profile? This action cannot be undone.',
    'Profile name is required',
    'Failed to fetch Firefox profiles',
    'Failed to create Firefox profile request',
    'Failed to create Firefox profile deletion request',
    'Failed to create Firefox profile test request',
    'Profile test failed: ',
    'Profile test completed: ',
  ],
  unreadChecker: [
    'Checking unread messages across all profiles... This may take a few minutes',
    'No Active Profiles',
    'You need at least one active profile to check for unread messages.',
    'In Use',
    'Saved',
    'Profiles Checked',
    'Total Unread',
    'Successful Checks',
    'Detailed Results',
    'Error',
    'No unread',
    'Failed to check unread messages',
    'Failed to create unread check request',
    'Unread check failed',
    'Unread check timed out',
    'Failed to get unread check results',
    'Unread messages check completed successfully!',
    'Unread check request submitted! Processing...',
    'All requests and results cleared successfully!',
  ],
  settings: [
    'Subscription Required - Your subscription has expired. Please renew to access settings.',
    'Max retries must be between 1 and 10',
    'Delay start must be between 30 and 3600 seconds',
    'Delay end must be between 30 and 3600 seconds',
    'Delay end must be greater than or equal to delay start',
    'Settings saved successfully',
    'Failed to fetch settings',
    'Failed to save settings',
    'Token copied to clipboard',
    'Failed to copy token',
    'Copied!',
    'N/A',
  ],
  support: [
    'Support Tickets',
    'New Ticket',
    'No tickets found',
    'No tickets match your current filters.',
    "You haven't created any support tickets yet.",
    'Create Your First Ticket',
    'Create Ticket',
    'Subject is required',
    'Description is required',
    'Unassigned',
    'Update Ticket',
    'Support ticket not found',
    "The support ticket you're looking for doesn't exist or has been removed.",
    'Failed to fetch ticket details',
    'Failed to create ticket',
    'Failed to send message',
    'Failed to update ticket',
    'Ticket created successfully! Ticket ',
    'Message sent successfully',
    'Ticket updated successfully',
  ],
  users: [
    'User Management',
    'Last updated ',
    'Reset requested',
    'No users found',
    'No users match your current filters.',
    'No users have been created yet.',
    'Create First User',
    'Are you sure you want to delete this user? This will permanently remove the user and all their associated data.',
    'Failed to fetch users',
    'Failed to create user',
    'Failed to update user',
    'Failed to change password',
    'Failed to delete user',
    'User created successfully',
    'User updated successfully',
    'Password updated successfully',
    'User deleted successfully',
  ],
};

const tests = listSources(/^(?:e2e|web|server|contract)\b.*(?:\.test\.tsx?|\/testing\/.*\.ts)$/)
  .map(readSource)
  // A text in a test may be split over several lines.
  .map((source) => source.replaceAll(/'\s*\+\s*'/g, ''));

for (const [who, texts] of Object.entries(TEXTS)) {
  test(`what people rely on word for word is waited for by a test: ${who}`, () => {
    const missing = texts.filter((text) => !tests.some((source) => saysWhole(source, text)));
    assert.deepEqual(missing, []);
  });
}

/** As a whole text: 'Failed to fetch profiles' inside of a longer one does not count. */
function saysWhole(source: string, text: string): boolean {
  const varies = / $|^ |\($/.test(text);
  if (varies) return source.includes(text);
  return ["'", '"', '`'].some((mark) => source.includes(`${mark}${text}${mark}`));
}
