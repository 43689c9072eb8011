"""Commands about motions, their trees and evidence."""
