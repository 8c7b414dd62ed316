import type { PageSlug } from '@lightstick/contract';

/** The screens that are a page of the content pack and nothing else: `/slug`, and the screen above it. */
export const writtenPages = {
  'about-us': '/',
  'ai-avatar-rules': '/agent-live-room',
  'csae-policy': '/',
  'feature-fan-question-rule': '/task',
  'feature-fan-rule': '/',
  'privacy-policy': '/',
  'use-terms': '/',
  'video-rules': '/dazzle-upload',
} as const satisfies Partial<Record<PageSlug, string>>;
