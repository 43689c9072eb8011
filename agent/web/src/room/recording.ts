// A microphone recorded for a while, for something that is sent whole.

/** Record a track until told to stop, at most `most` milliseconds. */
export function recorded(track: MediaStreamTrack, most: number, stoppable: (stop: () => void) => void): Promise<Blob> {
  return new Promise((done, failed) => {
    const recorder = new MediaRecorder(new MediaStream([track]));
    const pieces: Blob[] = [];
    const stop = () => recorder.state !== "inactive" && recorder.stop();
    const timer = setTimeout(stop, most);
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onerror = () => failed(new Error("Your browser cannot record this microphone. Try another one."));
    recorder.onstop = () => {
      clearTimeout(timer);
      done(new Blob(pieces, { type: recorder.mimeType }));
    };
    stoppable(stop);
    recorder.start();
  });
}
