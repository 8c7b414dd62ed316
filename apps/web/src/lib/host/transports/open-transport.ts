import type { HostWindow } from '../host-window.ts';
import { androidInterface } from './android-interface.ts';
import { androidListener } from './android-listener.ts';
import type { HostDoor } from './find-door.ts';
import { iosHandler } from './ios-handler.ts';
import { androidFunctions, iosFunctions } from './legacy-functions.ts';
import { simulator } from './simulator.ts';
import type { Transport } from './transport.ts';

const transports: Record<HostDoor, (page: HostWindow) => Transport> = {
  iosHandler,
  androidListener,
  androidInterface,
  iosFunctions,
  androidFunctions,
  simulator,
};

/** The transport through a door. */
export function openTransport(door: HostDoor, page: HostWindow): Transport {
  return transports[door](page);
}
