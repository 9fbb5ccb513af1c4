/** Two soft notes: it is your turn. */
export function chime(): void {
  const audio = new AudioContext();
  const notes: readonly [number, number][] = [
    [523, 0],
    [784, 0.14],
  ];
  for (const [pitch, at] of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.45);
  }
  setTimeout(() => void audio.close(), 1000);
}
