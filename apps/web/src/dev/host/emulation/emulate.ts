import type { HostSettings } from '../host-settings.ts';
import { androidInterface, androidListener } from './android.ts';
import type { Channel, HostedWindow, OnMessage } from './channel.ts';
import { type Cookies, disguise, orphan } from './disguise.ts';
import { iosHandler, iosReply } from './ios.ts';
import { legacy } from './legacy.ts';
import { posted } from './posted.ts';

/** Turns a frame's window into one of a host's web view, with the transport that the settings ask for. */
export function emulate(
  frame: HostedWindow,
  { platform, transport }: HostSettings,
  { cookies, onMessage }: { readonly cookies: Cookies; readonly onMessage: OnMessage },
): Channel {
  disguise(frame, platform, cookies);
  if (transport === 'simulator') return posted(frame, onMessage);
  orphan(frame);
  const kinds = {
    reply: iosReply,
    handler: iosHandler,
    listener: androidListener,
    interface: androidInterface,
    legacy: legacy(platform),
  };
  return kinds[transport](frame, onMessage);
}
