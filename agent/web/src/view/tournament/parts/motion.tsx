// A motion, with the slide that explains it.

export function Motion({ text, info }: { text: string; info: string }) {
  if (!text) return null;
  return (
    <div class="motion-told">
      <p class="quiet">Motion</p>
      <p class="motion">{text}</p>
      {info && (
        <details open>
          <summary>Info slide</summary>
          <p class="info-slide">{info}</p>
        </details>
      )}
    </div>
  );
}
