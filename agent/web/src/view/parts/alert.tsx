// An error message, also for screen readers; invisible while empty.

export function Alert({ children }: { children: string | null | undefined }) {
  return (
    <p class="fault" role="alert">
      {children}
    </p>
  );
}
