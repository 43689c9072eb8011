// What went wrong, for everybody to see and to hear; nothing while there is nothing to tell.

export function Alert({ children }: { children: string | null | undefined }) {
  return (
    <p class="fault" role="alert">
      {children}
    </p>
  );
}
