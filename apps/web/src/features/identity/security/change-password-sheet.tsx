import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormActions, objectAtField, troubleBeneath } from './security-form.tsx';
import { NewPasswordField, PasswordField, checkPassword, isPasswordFine } from '#/features/identity/account-fields.tsx';
import { CodeField } from '#/features/identity/code-field.tsx';
import { showProfile, logOffHost } from '#/features/identity/use-account.ts';
import { call } from '#/lib/api/call.ts';
import { digits, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { withSealedSecrets } from '#/lib/secrets/seal-secret.ts';
import { replaceSession } from '#/lib/session/session.ts';
import { CloseWhen, Sheet } from '#/ui/dialog.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';

/** A fan's proof of who they are. */
type PasswordProof = 'oldPassword' | 'code';

type PasswordChange = {
  readonly by: PasswordProof;
  readonly oldPassword: string;
  readonly code: string;
  readonly newPassword: string;
};

const route = 'POST /wallet/api/v1/userExpand/updateAccountPassword';

/**
 * Changes the password. The server ends every session and returns a new one for this browser. The host logs off,
 * so that its fan signs in again.
 */
function useChangePassword(onChanged: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ by, oldPassword, code, newPassword }: PasswordChange) =>
      by === 'oldPassword'
        ? withSealedSecrets({ oldPassword, newPassword }, (body) => call(route, { body }))
        : withSealedSecrets({ newPassword }, (secret) => call(route, { body: { ...secret, code } })),
    onSuccess: async (signedIn) => {
      replaceSession(signedIn);
      void logOffHost();
      void queryClient.invalidateQueries({ queryKey: queryKeys.devices });
      await showProfile(queryClient, signedIn.userInfo);
      onChanged();
    },
  });
}

const plan = {
  oldPassword: { label: 'security.oldPassword', rules: [required] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  newPassword: { label: 'security.newPassword', rules: [required] },
} as const satisfies Record<string, FieldPlan>;

type ChangePasswordSheetProps = { email: string; onClose: () => void };

/** Sets another password for an account that has one. */
export function ChangePasswordSheet({ email, onClose }: ChangePasswordSheetProps): ReactNode {
  const t = useText();
  const change = useChangePassword(() =>
    showToast({ kind: 'success', title: t('security.passwordChanged'), detail: t('security.passwordChangedText') }),
  );
  return (
    <Sheet
      title={t('security.changePassword')}
      subtitle={t('security.signsOutElsewhere')}
      closable={!change.isPending}
      maskClosable={false}
      onClose={onClose}
    >
      {(close) => (
        <>
          <CloseWhen done={change.isSuccess} close={close} />
          <ChangePasswordForm email={email} hasPassword change={change} onCancel={close} />
        </>
      )}
    </Sheet>
  );
}

/** Sets the first password of an account, in place. */
export function SetPasswordForm({ email, onClose }: ChangePasswordSheetProps): ReactNode {
  const t = useText();
  const change = useChangePassword(() => {
    showToast({ kind: 'success', title: t('security.passwordIsSet'), detail: t('security.passwordChangedText') });
    onClose();
  });
  return <ChangePasswordForm email={email} hasPassword={false} change={change} onCancel={onClose} />;
}

type ChangePasswordFormProps = {
  email: string;
  /** An account without a password needs a code. */
  hasPassword: boolean;
  change: ReturnType<typeof useChangePassword>;
  onCancel: () => void;
};

function ChangePasswordForm({ email, hasPassword, change, onCancel }: ChangePasswordFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan);
  const { fields, values } = form;
  const [by, setBy] = useState<PasswordProof>(hasPassword ? 'oldPassword' : 'code');
  const trouble = troubleBeneath(form, change.error, t);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || !form.check(by, 'newPassword')) return;
    if (!isPasswordFine(checkPassword(values.newPassword, email)))
      return form.objectTo('newPassword', t('account.refused.weakPassword'));
    change.mutate({ by, ...values }, { onError: (error) => objectAtField(form, error, t) });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      {hasPassword ? (
        <SegmentedControl
          label={t('security.proof')}
          value={by}
          onChange={setBy}
          segments={[
            { value: 'oldPassword', label: t('security.byPassword') },
            { value: 'code', label: t('security.byCode') },
          ]}
        />
      ) : null}
      {by === 'oldPassword' ? (
        <PasswordField
          label={fields.oldPassword.label}
          error={fields.oldPassword.error}
          autoComplete="current-password"
          value={values.oldPassword}
          onChange={(event) => fields.oldPassword.set(event.currentTarget.value)}
        />
      ) : (
        <>
          <p className="text-small text-pretty text-mute">{t('security.codeGoesTo', { email })}</p>
          <CodeField purpose="changePassword" email={email} field={fields.code} />
        </>
      )}
      <NewPasswordField field={fields.newPassword} email={email} />
      {trouble === undefined ? null : <InlineAlert>{trouble}</InlineAlert>}
      <FormActions busy={change.isPending} closable={!change.isPending} onCancel={onCancel}>
        {t('security.savePassword')}
      </FormActions>
    </form>
  );
}
