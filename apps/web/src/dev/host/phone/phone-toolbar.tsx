import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '#/ui/button.tsx';
import { RefreshIcon } from '#/ui/icons/first-icons.tsx';
import { startApp } from '../host.ts';
import { changePhone, phoneStore } from './phone-state.ts';

type PhoneToolbarProps = { onReload: () => void; canReload: boolean };

/** Where the app is, and what can be done to its web view. */
export function PhoneToolbar({ onReload, canReload }: PhoneToolbarProps): ReactNode {
  const { address, backStack, isHeaderHidden, isClosed } = useSyncExternalStore(phoneStore.subscribe, phoneStore.read);
  return (
    <div className="px-4 pb-3 sm:px-0">
      <p className="mb-2 truncate rounded-full bg-raise px-4 py-2 text-small">
        <span className="sr-only">Address: </span>
        {isClosed ? 'closed' : address}
      </p>
      <p className="mb-2 truncate px-4 text-caption text-mute">
        Back stack: {['host app', ...(isClosed ? [] : backStack)].join(' › ')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={startApp}>Start anew</Button>
        <Button variant="soft" disabled={!canReload} onClick={onReload}>
          <RefreshIcon size={18} />
          Reload
        </Button>
        <Button variant="soft" disabled={isClosed} onClick={() => changePhone({ isHeaderHidden: !isHeaderHidden })}>
          {isHeaderHidden ? 'Show header bar' : 'Hide header bar'}
        </Button>
      </div>
    </div>
  );
}
